import type { User } from '#modules/accounts/api'
import type { Creator } from '#modules/gallery/api'
import { CharactersScreen } from '#web/features/admin/screens/characters_screen'
import { userName } from '#modules/accounts/api'
import { screens } from '#web/screens'
import { adminLinks, usersAddress } from './admin_links.ts'
import { SecondFactorGate } from './second_factor_gate.tsx'

// The list of users doesn't find ids, and the public name may be anyone's.
const ownerAddress = ({ name, username }: Creator) => usersAddress(username ?? name)

export default function AdminCharactersRoute({ user }: { user: User }) {
  return (
    <SecondFactorGate user={user} level={1}>
      <CharactersScreen
        links={adminLinks}
        characterAddress={(characterId) => screens.character.href({ characterId })}
        ownerAddress={ownerAddress}
        readerName={userName(user)}
      />
    </SecondFactorGate>
  )
}
