import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { type Command, runCommand } from '../command.ts';
import { localDirectory, root } from '../root.ts';
import { archiveClasses } from './kafka-class-archive.ts';
import type { Tool } from './tools.ts';

const home = `${localDirectory}/tools/kafka-4.3.1`;
const archive = `${home}/classes.jsa`;

/** A JVM that lives for seconds gains nothing from thorough compilation: this takes a third less CPU. */
const shortRun = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

export async function kafkaNeeds(): Promise<Tool[]> {
  return existsSync(home) ? ['java'] : ['java', 'maven'];
}

/** `java` with all its options, to be followed by one of Kafka's main classes. Installs Kafka on first use. */
export async function kafkaJava(): Promise<Command> {
  if (!existsSync(home)) await install();
  return ['java', `-XX:SharedArchiveFile=${archive}`, ...(await options(home))];
}

async function options(folder: string): Promise<string[]> {
  const jars = await readdir(`${folder}/lib`);
  return [
    ...['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:+ExitOnOutOfMemoryError'],
    `-Dlog4j2.configurationFile=${root}/infra/local/kafka/log4j2.properties`,
    ...[
      '-cp',
      jars
        .sort()
        .map(jar => `${folder}/lib/${jar}`)
        .join(':'),
    ],
  ];
}

/** The archive holds the jars' paths, so it is made after they have moved to their place. */
async function install(): Promise<void> {
  const unfinished = `${home}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const copy = [
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${unfinished}/lib`,
  ];
  await runCommand(['mvn', '-q', '-B', '-f', `${root}/infra/local/kafka/pom.xml`, ...copy], {
    MAVEN_OPTS: `${shortRun} ${process.env.MAVEN_OPTS ?? ''}`,
  });
  await rename(unfinished, home);
  await archiveClasses(['java', ...(await options(home))], archive);
}
