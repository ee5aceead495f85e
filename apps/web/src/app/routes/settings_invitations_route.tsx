export { InvitationsScreen as default } from '#web/features/accounts/screens/invitations_screen'
