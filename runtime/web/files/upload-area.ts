import { createContext } from 'react'

/** The owner of files that components below upload: the signed-in administrator, or the member (`api`). */
export const UploadArea = createContext<'admin' | 'api'>('admin')
