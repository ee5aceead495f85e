import type { User } from '#modules/accounts/api'
import { CharactersScreen } from '../../features/admin/screens/characters_screen.tsx'
import { userName } from '../../lib/fill_macros.ts'
import { characterAddress } from '../layouts/destinations.ts'
import { adminLinks } from './admin_links.ts'
import { SecondFactorFirst } from './second_factor_first.tsx'

export function AdminCharactersRoute({ user }: { user: User }) {
  return (
    <SecondFactorFirst level={1}>
      <CharactersScreen links={adminLinks} characterAddress={characterAddress} readerName={userName(user)} />
    </SecondFactorFirst>
  )
}
