export { ContentScreen as default } from '#web/features/accounts/screens/account_screens'
