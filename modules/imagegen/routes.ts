import router from '@adonisjs/core/services/router'
import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Uploads = () => import('./src/http/uploads_controller.ts')
const Pictures = () => import('./src/http/pictures_controller.ts')
const DrawnPictures = () => import('./src/http/drawn_pictures_controller.ts')
const StoredPictures = () => import('./src/http/stored_pictures_controller.ts')

serve(calls.uploadPicture, [Uploads, 'create'])
serve(calls.drawPicture, [Pictures, 'create'])
serve(calls.listImageModels, [Pictures, 'index'])
serve(calls.listPictures, [DrawnPictures, 'index'])
serve(calls.deletePicture, [DrawnPictures, 'destroy'])
router.get('/pictures/uploads/:file', [StoredPictures, 'show'])
