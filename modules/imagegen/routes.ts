import router from '@adonisjs/core/services/router'

const Uploads = () => import('./src/http/uploads_controller.ts')
const Pictures = () => import('./src/http/pictures_controller.ts')
const StoredPictures = () => import('./src/http/stored_pictures_controller.ts')

router.post('/api/uploads/images', [Uploads, 'create'])
router.post('/api/generate-image', [Pictures, 'create'])
router.get('/api/image-models', [Pictures, 'index'])
router.get('/pictures/uploads/:file', [StoredPictures, 'show'])
