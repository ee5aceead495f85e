import router from '@adonisjs/core/services/router'
import { uuidParam } from '#modules/kernel/ids'

const Users = () => import('./src/http/users_controller.ts')
const Rubies = () => import('./src/http/rubies_controller.ts')
const Debts = () => import('./src/http/debts_controller.ts')
const LedgerCheck = () => import('./src/http/ledger_check_controller.ts')
const Mails = () => import('./src/http/mails_controller.ts')
const Acts = () => import('./src/http/acts_controller.ts')
const Dashboard = () => import('./src/http/dashboard_controller.ts')
const AllCharacters = () => import('./src/http/all_characters_controller.ts')
const CharacterImages = () => import('./src/http/character_images_controller.ts')
const Imports = () => import('./src/http/imports_controller.ts')

/* A middleware restricts every path under /api/admin to admins. */
router.get('/api/admin/users', [Users, 'list'])
router.put('/api/admin/users/:userId/disabled', [Users, 'disable']).where('userId', uuidParam)
router.post('/api/admin/users/:userId/rubies', [Rubies]).where('userId', uuidParam)
router.get('/api/admin/debts', [Debts, 'list'])
router.get('/api/admin/ledger-check', [LedgerCheck, 'show'])
router.get('/api/admin/mails', [Mails, 'list'])
router.get('/api/admin/mails/:id', [Mails, 'show']).where('id', uuidParam)
router.get('/api/admin/acts', [Acts, 'list'])
router.get('/api/admin/dashboard', [Dashboard, 'show'])

router.get('/api/admin/characters', [AllCharacters, 'index'])
router.delete('/api/admin/characters/:id', [AllCharacters, 'destroy']).where('id', uuidParam)
router.put('/api/admin/characters/:id/image', [AllCharacters, 'image']).where('id', uuidParam)
router.put('/api/admin/characters/:id/first-message', [AllCharacters, 'firstMessage']).where('id', uuidParam)
router.put('/api/admin/characters/:id/landing', [AllCharacters, 'landing']).where('id', uuidParam)
router.post('/api/admin/generate-character-image', [CharacterImages, 'create'])
router.post('/api/admin/import-characters', [Imports, 'characters'])
router.post('/api/admin/import-new-characters', [Imports, 'builtIn'])
