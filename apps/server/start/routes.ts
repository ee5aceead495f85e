import router from '@adonisjs/core/services/router'
import { serve } from '#modules/kernel/serve'
import * as calls from '../src/calls.ts'

const ApiDocument = () => import('../src/api_document_controller.ts')
const ApiReference = () => import('../src/api_reference_controller.ts')
const Health = () => import('../src/health_controller.ts')
const Metrics = () => import('../src/metrics_controller.ts')
const Robots = () => import('../src/robots_controller.ts')
const WebApp = () => import('../src/web_app_controller.ts')

serve(calls.getApiDocument, [ApiDocument, 'show'])
serve(calls.getLiveness, [Health, 'live'])
serve(calls.getReadiness, [Health, 'ready'])
serve(calls.getMetrics, [Metrics, 'show'])
router.get('/docs/api', [ApiReference, 'show'])
router.get('/robots.txt', [Robots, 'show'])

/** Every other path belongs to the web app. */
router.get('*', [WebApp, 'page'])
