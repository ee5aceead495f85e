import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Statistics = () => import('./src/http/statistics_controller.ts')

serve(calls.getCreatorStatistics, [Statistics, 'showAll'])
serve(calls.getCreatorStatisticsFile, [Statistics, 'showAllFile'])
serve(calls.getCharacterStatistics, [Statistics, 'show'])
serve(calls.getCharacterStatisticsFile, [Statistics, 'showFile'])
const Creators = () => import('./src/http/creators_controller.ts')
const Following = () => import('./src/http/following_controller.ts')
const Profile = () => import('./src/http/profile_controller.ts')

serve(calls.getProfileSettings, [Profile, 'show'])
serve(calls.changeProfile, [Profile, 'update'])

serve(calls.getCreator, [Creators, 'show'])
serve(calls.listCreatorCharacters, [Creators, 'list'])
serve(calls.findPeople, [Creators, 'search'])

serve(calls.listFollowedCharacters, [Following, 'list'])
serve(calls.getFollowing, [Following, 'show'])
serve(calls.follow, [Following, 'follow'])
serve(calls.unfollow, [Following, 'unfollow'])

const Collections = () => import('./src/http/collections_controller.ts')

serve(calls.listCollections, [Collections, 'list'])
serve(calls.createCollection, [Collections, 'create'])
serve(calls.changeCollection, [Collections, 'change'])
serve(calls.deleteCollection, [Collections, 'remove'])
serve(calls.listCollected, [Collections, 'listCharacters'])
serve(calls.collectCharacter, [Collections, 'add'])
serve(calls.uncollectCharacter, [Collections, 'take'])
serve(calls.listPublicCollections, [Collections, 'listPublic'])
serve(calls.listPublicCollected, [Collections, 'listPublicCharacters'])
