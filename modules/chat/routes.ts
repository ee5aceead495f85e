import router from '@adonisjs/core/services/router'

const Chats = () => import('./src/http/chats_controller.ts')
const Replies = () => import('./src/http/replies_controller.ts')
const Models = () => import('./src/http/models_controller.ts')

const uuid = router.matchers.uuid()

router.get('/api/models', [Models, 'index'])
router.get('/api/chats', [Chats, 'index'])
router.get('/api/chats/:id', [Chats, 'show']).where('id', uuid)
router.delete('/api/chats/:id', [Chats, 'destroy']).where('id', uuid)
router.post('/api/chats/:id/stream', [Replies, 'send']).where('id', uuid)
router.get('/api/chats/:id/stream', [Replies, 'follow']).where('id', uuid)
router.post('/api/chats/:id/stop', [Replies, 'stop']).where('id', uuid)
