import { useSnapshot } from 'valtio'
import { session } from './session.ts'

/** Name, time zone and links of the site. */
export const useSite = () => useSnapshot(session).site
