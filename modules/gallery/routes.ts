import router from '@adonisjs/core/services/router'

const Characters = () => import('./src/http/characters_controller.ts')
const Likes = () => import('./src/http/likes_controller.ts')
const Pictures = () => import('./src/http/pictures_controller.ts')

router.get('/api/characters', [Characters, 'index'])
router.get('/api/characters/tags', [Characters, 'tags'])
router.get('/api/characters/:id', [Characters, 'show']).where('id', router.matchers.uuid())
router.get('/api/characters/:id/similar', [Characters, 'similar']).where('id', router.matchers.uuid())
router.post('/api/characters/:id/like', [Likes, 'toggle']).where('id', router.matchers.uuid())

router.get('/pictures/builtin/:file', [Pictures, 'show'])
