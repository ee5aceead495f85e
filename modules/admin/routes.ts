import router from '@adonisjs/core/services/router'

const Rubies = () => import('./src/http/rubies_controller.ts')
const Debts = () => import('./src/http/debts_controller.ts')
const LedgerCheck = () => import('./src/http/ledger_check_controller.ts')
const Characters = () => import('./src/http/characters_controller.ts')
const CharacterImages = () => import('./src/http/character_images_controller.ts')
const Imports = () => import('./src/http/imports_controller.ts')

/* The gate lets nobody but admins through to what is under /api/admin. */
router.post('/api/admin/users/:userId/rubies', [Rubies]).where('userId', router.matchers.uuid())
router.get('/api/admin/debts', [Debts, 'list'])
router.get('/api/admin/ledger-check', [LedgerCheck, 'show'])

router.get('/api/admin/characters', [Characters, 'index'])
router.delete('/api/admin/characters/:id', [Characters, 'destroy']).where('id', router.matchers.uuid())
router.put('/api/admin/characters/:id/image', [Characters, 'image']).where('id', router.matchers.uuid())
router.put('/api/admin/characters/:id/first-message', [Characters, 'firstMessage']).where('id', router.matchers.uuid())
router.post('/api/admin/generate-character-image', [CharacterImages, 'create'])
router.post('/api/admin/import-characters', [Imports, 'characters'])
router.post('/api/admin/import-new-characters', [Imports, 'builtIn'])
