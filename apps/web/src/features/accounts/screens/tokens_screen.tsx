import { AccountScreen } from '../components/account_screen.tsx'
import { Tokens } from '../components/tokens.tsx'

export function TokensScreen() {
  return (
    <AccountScreen title="Tokens" lead="Keys with which your programs and scripts use your account.">
      {() => <Tokens />}
    </AccountScreen>
  )
}
