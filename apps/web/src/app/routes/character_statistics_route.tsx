import { useParams } from 'react-router-dom'
import { CharacterStatisticsScreen } from '#web/features/community/screens/statistics_screen'

export default function CharacterStatisticsRoute() {
  const { characterId = '' } = useParams()
  return <CharacterStatisticsScreen key={characterId} id={characterId} />
}
