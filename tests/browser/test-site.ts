/** A site of the test project: what holds for any application is tested on the shop. */
import type { Running, ServeOptions } from '../support/running.ts'
import { useSite, type Site } from '../support/site.ts'
import { prepareTestProject, testProject } from '../support/test-project.ts'

await prepareTestProject()

/** Registers what starts and stops the site of this file, as `useSite` does. */
export function useTestSite(options: ServeOptions = {}, start?: (server: Running) => Promise<void>): Site {
  return useSite({ root: testProject, ...options }, start)
}
