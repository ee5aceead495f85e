export { CollectionsScreen as default } from '#web/features/community/screens/collections_screen'
