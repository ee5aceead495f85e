import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const Costs = () => import('./src/http/costs_controller.ts')

serve(calls.getCosts, [Costs, 'show'])
serve(calls.getCostsFile, [Costs, 'showFile'])
serve(calls.setModelPrices, [Costs, 'setPrices'])
