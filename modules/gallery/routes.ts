import router from '@adonisjs/core/services/router'
import { uuidParam } from '#modules/kernel/ids'

const Characters = () => import('./src/http/characters_controller.ts')
const Likes = () => import('./src/http/likes_controller.ts')
const Authors = () => import('./src/http/authors_controller.ts')
const Comments = () => import('./src/http/comments_controller.ts')
const DrawnPictures = () => import('./src/http/drawn_pictures_controller.ts')
const BuiltInPictures = () => import('./src/http/built_in_pictures_controller.ts')

router.get('/api/characters', [Characters, 'index'])
router.get('/api/characters/tags', [Characters, 'tags'])
router.get('/api/characters/:id', [Characters, 'show']).where('id', uuidParam)
router.get('/api/characters/:id/similar', [Characters, 'similar']).where('id', uuidParam)
router.post('/api/characters', [Authors, 'create'])
router.put('/api/characters/:id', [Authors, 'update']).where('id', uuidParam)
router.delete('/api/characters/:id', [Authors, 'destroy']).where('id', uuidParam)
router.get('/api/characters/:id/comments', [Comments, 'index']).where('id', uuidParam)
router.post('/api/characters/:id/comments', [Comments, 'create']).where('id', uuidParam)
router
  .delete('/api/characters/:id/comments/:commentId', [Comments, 'destroy'])
  .where('id', uuidParam)
  .where('commentId', uuidParam)
router
  .post('/api/characters/:id/comments/:commentId/restore', [Comments, 'restore'])
  .where('id', uuidParam)
  .where('commentId', uuidParam)
router.post('/api/characters/:id/like', [Likes, 'toggle']).where('id', uuidParam)

router.get('/pictures/builtin/:file', [BuiltInPictures, 'show'])
router.get('/pictures/drawn/:file', [DrawnPictures, 'show'])
router.get('/pictures/mark/:file', [DrawnPictures, 'mark'])
