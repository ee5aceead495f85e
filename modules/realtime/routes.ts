import router from '@adonisjs/core/services/router'
import { paths } from './api.ts'

const Events = () => import('./src/http/events_controller.ts')

router.get(paths.events, [Events, 'follow'])
