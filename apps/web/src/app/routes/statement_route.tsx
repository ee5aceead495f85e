import { useParams } from 'react-router-dom'
import { StatementScreen } from '#web/features/moderation/screens/statement_screen'

export default function StatementRoute() {
  const { token = '' } = useParams()
  return <StatementScreen token={token} />
}
