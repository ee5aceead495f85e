import BookMarked from 'lucide-react/icons/book-marked'
import ChartColumn from 'lucide-react/icons/chart-column'
import Images from 'lucide-react/icons/images'
import Layers from 'lucide-react/icons/layers'
import Upload from 'lucide-react/icons/upload'
import UserPen from 'lucide-react/icons/user-pen'
import UsersRound from 'lucide-react/icons/users-round'
import { LibraryScreen } from '#web/features/accounts/screens/library_screen'
import { galleryAddress } from '#web/features/gallery/gallery_address'
import { screens } from '#web/screens'

const links = [
  {
    label: 'Characters',
    text: 'Characters you created or imported.',
    to: galleryAddress({ mine: true }),
    icon: <UsersRound />,
  },
  {
    label: 'Statistics',
    text: 'How readers use your characters.',
    to: screens.statistics.path,
    icon: <ChartColumn />,
  },
  {
    label: 'Lorebooks',
    text: 'Facts about your worlds. They join the prompt when a chat mentions them.',
    to: screens.lorebooks.path,
    icon: <BookMarked />,
  },
  {
    label: 'Personas',
    text: 'Who you are in your chats.',
    to: screens.settings.href({}, { tab: 'persona' }),
    icon: <UserPen />,
  },
  {
    label: 'Pictures',
    text: 'Everything you generated, with its prompt.',
    to: screens.pictures.path,
    icon: <Images />,
  },
  {
    label: 'Collections',
    text: 'Your lists of characters.',
    to: screens.collections.path,
    icon: <Layers />,
  },
  {
    label: 'Import',
    text: 'Bring characters, lorebooks and chats from other apps.',
    to: screens.importFiles.path,
    icon: <Upload />,
  },
]

export default function LibraryRoute() {
  return <LibraryScreen links={links} />
}
