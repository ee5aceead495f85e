import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Events = () => import('./src/http/events_controller.ts')

serve(calls.followEvents, [Events, 'follow'])
