import { AccountScreen } from '../components/account_screen.tsx'
import { Webhooks } from '../components/webhooks.tsx'

export function WebhooksScreen() {
  return (
    <AccountScreen title="Webhooks" lead="Addresses of your servers that are told when something happens.">
      {() => <Webhooks />}
    </AccountScreen>
  )
}
