import { ContentScreen } from '#web/features/accounts/screens/account_screens'
import { HiddenList } from '#web/features/gallery/components/hidden_list'

export default () => <ContentScreen hidden={<HiddenList />} />
