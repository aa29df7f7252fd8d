"""Tasks whose results Spark carries from machine to machine: each step is one shuffle, so a result is written once and read once."""
import json
import os
import struct
from collections import defaultdict
from dataclasses import dataclass

from pyspark import RDD
from pyspark.serializers import NoOpSerializer, pack_long

from . import program, sections

# Unless the user says otherwise: tiles are compressed already, a stream of Java's objects keeps each one until it is reset, and results go to the
# disk as they come, and not into a heap first, however many partitions there are.
SETTINGS = {"spark.shuffle.compress": "false", "spark.serializer.objectStreamReset": "1", "spark.shuffle.sort.bypassMergeThreshold": "1000000"}
# The sections that all tasks of the next level need.
FOR_ALL = (sections.SENT, sections.VALUES)
# What a record of results begins with: the task, and an offset in its file. What a task says it sent begins with the task, and the file's size.
PLACE = struct.Struct("<QQ")
# The bytes of a record, about, and those of the records that are gathered at the same time.
RECORD, GATHERED = 1 << 20, 8 << 20
# The bytes of a task's results in one partition, about: heaps of an executor and of the driver have copies of two. And how many partitions it has.
PIECE, PIECES = 32 << 20, 8


@dataclass
class Partitions:
    """The partitions of a step: the first one has what all need to know of its tasks, some have nodes, and each task has some for its results."""
    tasks: int
    nodes: int

    def all_of_nodes(self):
        return range(1, 1 + self.nodes)

    def of_nodes(self, cell):
        return 1 + cell % self.nodes

    def of_result(self, task, offset):
        return 1 + self.nodes + task * PIECES + offset // PIECE % PIECES

    def count(self):
        return 1 + self.nodes + self.tasks * PIECES


def run(context, job, planned, folder, shards_of, observe):
    """Runs all tasks, and writes what the builder needs of their results into files of a folder of this machine.

    `shards_of` is the number of tasks of a level.
    """
    partitions = Partitions(tasks=len(planned["reads"]), nodes=shards_of(0))
    name, records = "read", all_read(context, job, partitions)
    for level in range(planned["levels"] + 1):
        observe(name)
        step = shuffled(records, partitions.count())
        sent = fetch(step, partitions, folder, name)
        if level < planned["levels"]:
            nodes = only(step, partitions.all_of_nodes())
            partitions = Partitions(tasks=shards_of(level), nodes=shards_of(level + 1))
            name, records = f"level-{level}", clustered(nodes, job, level, partitions, sent)


def all_read(context, job, partitions):
    """The results of the tasks that read."""
    return context.parallelize(range(partitions.tasks), max(1, partitions.tasks)).flatMap(lambda number: read(job, number, partitions))


def read(job, number, partitions):
    """Reads a share of the inputs: its outcomes for the builder, and the points for the tasks that cluster."""
    with program.part(job, "read", ["--task", number]) as data:
        yield from results(data, number, partitions)


def clustered(nodes, job, level, partitions, sent):
    """The results of a level, from the nodes of the step before, which go to the tasks that need them by what that step says it sent."""
    tasks = routes(job, level, partitions.tasks, sent)
    return shuffled(nodes.mapPartitions(lambda records: routed(records, tasks)), partitions.tasks).mapPartitionsWithIndex(
        lambda number, own: cluster(job, level, number, own, sent, partitions))


def cluster(job, level, number, own, sent, partitions):
    """Clusters the tiles of a task: clusters for the builder, and the nodes for the next level."""
    nodes = sorted(raw for record in own for raw in sections.parted(record))  # In an order that does not depend on which task was first.
    with program.part(job, "shard", ["--level", level, "--task", number, "--tasks", partitions.tasks],
                      [sections.join(program_header(job), sent + nodes)]) as data:
        yield from results(data, number, partitions)


def routes(job, level, count, sent):
    """The tasks of a level that need a cell, by its number as text."""
    with program.part(job, "route", ["--level", level, "--tasks", count], [sections.join(program_header(job), sent)]) as data:
        return json.loads(data[:])


def routed(records, tasks):
    """The nodes in some records, as records for the tasks that need them."""
    return gathered((task, raw) for record in records for raw in sections.parted(record) for task in tasks[str(sections.numbers(raw)[2])])


def results(data, number, partitions):
    """The contents of a task's part file as records, each with the number of its partition."""
    found, result = sections.directory(data), sections.without(data, (sections.NODES, *FOR_ALL))
    said = b"".join(data[header] + data[payload] for kind, _, header, payload in found if kind in FOR_ALL)
    yield 0, PLACE.pack(number, sum(map(len, result))) + said
    yield from gathered((partitions.of_nodes(numbers[2]), data[header] + data[payload])
                        for kind, numbers, header, payload in found if kind == sections.NODES)
    offset = 0
    for piece in result:
        for start in range(0, len(piece), RECORD):
            yield partitions.of_result(number, offset + start), PLACE.pack(number, offset + start) + piece[start:start + RECORD]
        offset += len(piece)


def gathered(pairs):
    """Many sections, each with the number of its partition, as fewer records."""
    held, size = defaultdict(list), 0
    for partition, raw in pairs:
        held[partition].append(raw)
        size += len(raw)
        if size >= GATHERED:
            yield from ((partition, b"".join(raws)) for partition, raws in held.items())
            held, size = defaultdict(list), 0
    yield from ((partition, b"".join(raws)) for partition, raws in held.items())


def fetch(step, partitions, folder, name):
    """Runs the tasks of a step, writes their results into files, and returns the sections that all tasks of the next level need."""
    sent, wanted = [], set()
    for record in only(step, [0]).collect():
        task, size = PLACE.unpack_from(record)
        sent += sections.parted(record[PLACE.size:])
        wanted |= {partitions.of_result(task, offset) for offset in range(0, size, PIECE)}
    for record in only(step, wanted).toLocalIterator(prefetchPartitions=True):
        task, offset = PLACE.unpack_from(record)
        with open(os.open(folder / f"{name}-{task}.part", os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.seek(offset)
            file.write(memoryview(record)[PLACE.size:])
    return sorted(sent)


def shuffled(records, count):
    """Records of bytes in the partitions of which each has the number. Java sees no more of them than their lengths."""
    framed = records.mapPartitions(lambda own: (part for number, record in own for part in (pack_long(number), record)))
    framed._bypass_serializer = True
    java = records.ctx._jvm
    pairs = java.PairwiseRDD(framed._jrdd.rdd()).asJavaPairRDD().partitionBy(java.PythonPartitioner(count, 0))
    return RDD(java.PythonRDD.valueOfPair(pairs), records.ctx, NoOpSerializer())


def only(step, wanted):
    """A dataset of some partitions of a step; the others are not read."""
    java = step.ctx._jvm
    count = step.getNumPartitions() // 64 + 1
    words = step.ctx._gateway.new_array(java.long, count)
    for place, word in enumerate(struct.unpack(f"<{count}q", sum(1 << number for number in wanted).to_bytes(8 * count, "little"))):
        words[place] = word
    # A set is the function that says what is in it.
    chosen = java.scala.collection.immutable.BitSet.fromBitMask(words)
    pruned = java.org.apache.spark.rdd.PartitionPruningRDD.create(step._jrdd.rdd(), chosen)
    return RDD(pruned.toJavaRDD(), step.ctx, NoOpSerializer())


def program_header(job):
    """The header of the part files of a job."""
    return sections.HEADER.pack(b"OVERPART", sections.VERSION, 0, bytes.fromhex(json.loads(job.plan)["work"]))
