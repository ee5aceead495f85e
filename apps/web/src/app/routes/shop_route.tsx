import type { User } from '#modules/accounts/api'
import { ShopScreen } from '#web/features/economy/screens/shop_screen'
import { hasRubies } from '#web/lib/has_rubies'
import { NotFoundScreen } from '../router/not_found_screen.tsx'

export default function ShopRoute({ user }: { user: User }) {
  return hasRubies() ? <ShopScreen user={user} /> : <NotFoundScreen isSignedIn />
}
