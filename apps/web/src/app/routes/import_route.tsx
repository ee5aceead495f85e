export { ImportScreen as default } from '#web/features/cards/screens/import_screen'
