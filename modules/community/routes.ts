import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

void serve
void calls
