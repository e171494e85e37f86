/** The root of all routes: the page of the address, and what is shown when it fails. */
import { Outlet } from 'react-router-dom'
import { PageBoundary } from './PageBoundary.tsx'
import { RouterPage } from '../core/page/RouterPage.tsx'

export function Root() {
  return (
    <PageBoundary>
      <RouterPage>
        <Outlet />
      </RouterPage>
    </PageBoundary>
  )
}
