/** What the warehouse adds by hand on the server. */
import { defineServerModule } from 'tablewright/server'
import { demoRecords } from './demo/demo.ts'
import { roles } from './roles.ts'

export const wmsServer = defineServerModule({ name: 'wms', demo: demoRecords, roles })
