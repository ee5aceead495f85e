export { WebhooksScreen as default } from '#web/features/accounts/screens/webhooks_screen'
