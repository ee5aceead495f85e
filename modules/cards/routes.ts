import router from '@adonisjs/core/services/router'

const ChatImports = () => import('./src/http/chat_imports_controller.ts')

router.post('/api/chats/import', [ChatImports, 'create'])
