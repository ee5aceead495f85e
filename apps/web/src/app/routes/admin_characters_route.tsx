import type { User } from '#modules/accounts/api'
import { CharactersScreen } from '#web/features/admin/screens/characters_screen'
import { userName } from '#modules/accounts/api'
import { SecondFactorGate } from './second_factor_gate.tsx'

export default function AdminCharactersRoute({ user }: { user: User }) {
  return (
    <SecondFactorGate user={user} level={1}>
      <CharactersScreen readerName={userName(user)} />
    </SecondFactorGate>
  )
}
