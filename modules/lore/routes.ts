import router from '@adonisjs/core/services/router'
import { uuidParam } from '#modules/kernel/ids'

const Lorebooks = () => import('./src/http/lorebooks_controller.ts')
const Entries = () => import('./src/http/entries_controller.ts')
const Tests = () => import('./src/http/lore_tests_controller.ts')

router.get('/api/lorebooks', [Lorebooks, 'index'])
router.post('/api/lorebooks', [Lorebooks, 'create'])
router.post('/api/lorebooks/test', [Tests, 'create'])
router.get('/api/lorebooks/:id', [Lorebooks, 'show']).where('id', uuidParam)
router.put('/api/lorebooks/:id', [Lorebooks, 'update']).where('id', uuidParam)
router.delete('/api/lorebooks/:id', [Lorebooks, 'destroy']).where('id', uuidParam)
router.get('/api/lorebooks/:id/entries', [Entries, 'index']).where('id', uuidParam)
router.post('/api/lorebooks/:id/entries', [Entries, 'create']).where('id', uuidParam)
router
  .put('/api/lorebooks/:id/entries/:entryId', [Entries, 'update'])
  .where('id', uuidParam)
  .where('entryId', uuidParam)
router
  .delete('/api/lorebooks/:id/entries/:entryId', [Entries, 'destroy'])
  .where('id', uuidParam)
  .where('entryId', uuidParam)
