import router from '@adonisjs/core/services/router'
import { uuidParam } from '#modules/kernel/ids'

const CardImports = () => import('./src/http/card_imports_controller.ts')
const CardExports = () => import('./src/http/card_exports_controller.ts')
const LorebookFiles = () => import('./src/http/lorebook_files_controller.ts')
const ChatImports = () => import('./src/http/chat_imports_controller.ts')

router.post('/api/chats/import', [ChatImports, 'create'])
router.post('/api/cards', [CardImports, 'create'])
router.get('/api/cards/export', [CardExports, 'index'])
router.get('/api/characters/:id/card', [CardExports, 'show']).where('id', uuidParam)
router.get('/api/characters/:id/original', [CardExports, 'original']).where('id', uuidParam)
router.post('/api/lorebooks/import', [LorebookFiles, 'create'])
router.get('/api/lorebooks/:id/export', [LorebookFiles, 'show']).where('id', uuidParam)
