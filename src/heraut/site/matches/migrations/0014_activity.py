from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0013_undo'),
    ]

    operations = [
        migrations.RenameModel(old_name='Deed', new_name='Activity'),
        migrations.AlterField(
            model_name='activity',
            name='match',
            field=models.ForeignKey(on_delete=models.deletion.CASCADE, related_name='activities', to='matches.match'),
        ),
    ]
