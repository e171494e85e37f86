/** The warehouse against its model, the same sequences every time. */
import { playSequences } from '../model/play.ts'

playSequences(20_260)
