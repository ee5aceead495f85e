import { userName } from '#modules/accounts/api'
import { CharactersScreen } from '#web/features/admin/screens/characters_screen'
import { behindSecondFactor } from './second_factor_gate.tsx'

export default behindSecondFactor(({ user }) => <CharactersScreen readerName={userName(user)} isAdmin={user.isAdmin} />)
