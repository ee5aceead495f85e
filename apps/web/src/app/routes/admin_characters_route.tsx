import { CharactersScreen } from '../../features/admin/screens/characters_screen.tsx'
import { characterAddress } from '../layouts/destinations.ts'
import { adminLinks } from './admin_links.ts'

export function AdminCharactersRoute() {
  return <CharactersScreen links={adminLinks} characterAddress={characterAddress} />
}
