/** A disk that gets full: a file system of a few megabytes in memory. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

export interface SmallDisk {
  readonly folder: string
  /** False where no file system can be mounted, which takes root on Linux; the folder is an ordinary one then. */
  readonly isMounted: boolean
}

/** Mounts it for the tests of a file; says so when that is not possible here. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-disk-'))
  const isMounted = mount(folder, megabytes)
  if (!isMounted)
    console.warn('full disk: not tested, because no small file system can be mounted here (that takes root on Linux)')
  afterAll(() => {
    if (isMounted) execFileSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, isMounted }
}

function mount(folder: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
