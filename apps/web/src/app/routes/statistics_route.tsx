import { CreatorStatisticsScreen } from '#web/features/community/screens/statistics_screen'

export default CreatorStatisticsScreen
