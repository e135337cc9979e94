/** The documents of the files and folders of a command line. */
export { problemLine, type ReadFiles, readFiles } from "../../app/settings-files/files.ts";
