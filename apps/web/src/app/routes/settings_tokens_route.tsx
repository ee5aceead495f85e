export { TokensScreen as default } from '#web/features/accounts/screens/tokens_screen'
