import { useParams } from 'react-router-dom'
import { ConfirmNoticeScreen } from '#web/features/moderation/screens/confirm_notice_screen'

export default function ConfirmNoticeRoute() {
  const { token = '' } = useParams()
  return <ConfirmNoticeScreen token={token} />
}
