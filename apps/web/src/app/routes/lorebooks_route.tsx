export { LorebooksScreen as default } from '#web/features/lore/screens/lorebooks_screen'
